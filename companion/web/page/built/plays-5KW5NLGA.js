import{a,b,c,d,e}from"./chunk-XVXJ7EUF.js";import"./chunk-65LTOOP7.js";import"./chunk-7O2KVZ3N.js";export{a as gameLink,c as openGame,d as openPair,e as openTimes,b as pairLink};
