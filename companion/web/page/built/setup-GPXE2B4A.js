import{a,b}from"./chunk-AQIB23LY.js";import"./chunk-TDMN2YE4.js";export{b as begun,a as open};
