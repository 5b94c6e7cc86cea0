import{a,b}from"./chunk-QGZ7BRV5.js";import"./chunk-N2HZHUKD.js";export{b as begun,a as open};
