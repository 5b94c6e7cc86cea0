import"./chunk-FUBQBQPL.js";
