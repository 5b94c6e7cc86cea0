import"./chunk-KL7LUBH6.js";
