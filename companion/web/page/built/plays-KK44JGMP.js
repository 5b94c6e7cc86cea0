import{a,b,c,d,e}from"./chunk-4AT6VBXA.js";import"./chunk-Y2OQTLGL.js";import"./chunk-JIOAID2C.js";export{a as gameLink,c as openGame,d as openPair,e as openTimes,b as pairLink};
