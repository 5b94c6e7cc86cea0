import{a,b,c,d,e}from"./chunk-HDBWSIK2.js";import"./chunk-XYXGKWXN.js";import"./chunk-TDMN2YE4.js";export{a as gameLink,c as openGame,d as openPair,e as openTimes,b as pairLink};
