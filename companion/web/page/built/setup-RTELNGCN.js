import{a,b}from"./chunk-CNZEOA5S.js";import"./chunk-ZILHI6BE.js";export{b as begun,a as open};
