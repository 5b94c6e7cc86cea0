import"./chunk-E3XZBA7H.js";
