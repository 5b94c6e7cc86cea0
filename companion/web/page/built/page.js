import"./chunk-MAL72IVA.js";
