import"./chunk-4TV2JG2N.js";
