import{a,b}from"./chunk-WKXWO6HK.js";import"./chunk-5YIYWNH6.js";export{b as begun,a as open};
