import{a,b}from"./chunk-3IRMT6BM.js";import"./chunk-XANT3S5D.js";export{b as begun,a as open};
