import{a,b}from"./chunk-M7XW2YYE.js";import"./chunk-XCCUZKUZ.js";export{b as begun,a as open};
