import{a,b}from"./chunk-H654EPBT.js";import"./chunk-MAL72IVA.js";export{b as begun,a as open};
