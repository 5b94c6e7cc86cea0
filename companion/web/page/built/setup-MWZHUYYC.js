import{a,b}from"./chunk-44OAYYLR.js";import"./chunk-REATDEV4.js";export{b as begun,a as open};
