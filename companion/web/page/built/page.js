import"./chunk-NXCKS7PR.js";
