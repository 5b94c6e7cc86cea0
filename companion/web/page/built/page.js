import"./chunk-6QOYOOON.js";
