import{a,b}from"./chunk-GGFECIPL.js";import"./chunk-DPMKOG3C.js";export{b as begun,a as open};
