import"./chunk-6A34C4OY.js";
