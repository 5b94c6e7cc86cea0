import"./chunk-R3L7KBXD.js";
