import{a,b}from"./chunk-6TYCQKCC.js";import"./chunk-E3XZBA7H.js";export{b as begun,a as open};
