import"./chunk-7O2KVZ3N.js";
