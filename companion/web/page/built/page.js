import"./chunk-REATDEV4.js";
