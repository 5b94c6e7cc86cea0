import"./chunk-IR6QOVCK.js";
