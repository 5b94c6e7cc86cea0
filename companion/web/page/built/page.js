import"./chunk-TDMN2YE4.js";
