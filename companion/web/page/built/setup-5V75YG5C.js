import{a,b}from"./chunk-MSAV7LOV.js";import"./chunk-6QOYOOON.js";export{b as begun,a as open};
