import"./chunk-N2HZHUKD.js";
