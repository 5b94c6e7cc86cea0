import"./chunk-JIOAID2C.js";
