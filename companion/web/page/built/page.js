import"./chunk-B7MC6SML.js";
