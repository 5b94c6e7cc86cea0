import"./chunk-ZILHI6BE.js";
