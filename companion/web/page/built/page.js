import"./chunk-CIWL3P4D.js";
