import"./chunk-XCCUZKUZ.js";
