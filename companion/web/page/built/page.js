import"./chunk-LTDBWXNA.js";
