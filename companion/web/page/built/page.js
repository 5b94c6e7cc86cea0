import"./chunk-T6NBEOME.js";
