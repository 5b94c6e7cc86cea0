import{a,b,c,d,e}from"./chunk-CZ4QMPR2.js";import"./chunk-667FXJOJ.js";import"./chunk-R3L7KBXD.js";export{a as gameLink,c as openGame,d as openPair,e as openTimes,b as pairLink};
