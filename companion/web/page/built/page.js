import"./chunk-BMPYHJMN.js";
