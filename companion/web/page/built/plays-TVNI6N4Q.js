import{a,b,c,d,e}from"./chunk-437SNF2A.js";import"./chunk-RFZ3WAVO.js";import"./chunk-XANT3S5D.js";export{a as gameLink,c as openGame,d as openPair,e as openTimes,b as pairLink};
