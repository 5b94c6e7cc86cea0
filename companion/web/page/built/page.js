import"./chunk-5YIYWNH6.js";
