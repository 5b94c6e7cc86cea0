import"./chunk-3AMPRF4T.js";
