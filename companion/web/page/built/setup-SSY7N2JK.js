import{a,b}from"./chunk-WUDERTKA.js";import"./chunk-B7MC6SML.js";export{b as begun,a as open};
