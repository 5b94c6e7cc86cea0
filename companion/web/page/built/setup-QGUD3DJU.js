import{a,b}from"./chunk-ETS6IEDQ.js";import"./chunk-IR6QOVCK.js";export{b as begun,a as open};
