import{a,b}from"./chunk-RQ6KPL5N.js";import"./chunk-CIWL3P4D.js";export{b as begun,a as open};
