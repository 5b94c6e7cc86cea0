import"./chunk-XANT3S5D.js";
