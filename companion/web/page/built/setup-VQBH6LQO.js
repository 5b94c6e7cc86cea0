import{a,b}from"./chunk-RXEUOD4J.js";import"./chunk-BMPYHJMN.js";export{b as begun,a as open};
