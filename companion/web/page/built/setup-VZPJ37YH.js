import{a,b}from"./chunk-OSDDCGFP.js";import"./chunk-KL7LUBH6.js";export{b as begun,a as open};
