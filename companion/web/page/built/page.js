import"./chunk-DPMKOG3C.js";
