package extract

// tradeWords say that one thing comes in the place of another.
var tradeWords = []words{
	{"en", `replac*|supersed*|exchang*|swap*|changed|switched|updated|renewed|gave way|gives way`},
	{"de", `ersetz*|getauscht|ausgetauscht|umgetauscht|geandert|abgelost`},
	{"fr ca", `remplac*|change|changee|echang*|substitu*|reemplac*|canvia*`},
	{"es pt it ro", `reemplaz*|sustitu*|substitu*|cambia*|sostitu*|rimpiazz*|troca*|alterad*|alteramos|mudou|mudamos|inlocui*|schimba*`},
	{"nl af", `vervang*|vervingen|gewisseld|ingewisseld|verwisseld|omgewisseld|gewijzigd|veranderd`},
	{"sv nb da is", `ersatt*|ersatter|bytt|bytts|bytte|byttet|byter|bytter|andrat|andrats|erstatt*|udskift*|skiftet|aendret|endret|skipt*`},
	{"fi et", `korvat*|korvas*|vaihde*|vaihto*|vaihtu*|muutet*|muuttu*|asenda*|vahetat*|muude*`},
	{"pl cs sk hu", `zastap*|zamien*|zmien*|wymien*|nahra*|vymen*|zmen*|*cserelt*|lecserel*|kicserel*|felvalt*|helyettesit*|modosult`},
	{"sl hr bs sr lv lt", `zamenj*|zamijen*|zamenjen*|nadomes*|promijen*|aizsta*|aizstat*|nomain*|pakeis*|pakeit*|замењ*|замијењ*`},
	{"bg ru uk mk", `замен*|замещ*|смен*|измен*|поменя*|обменя*|замін*|змін*|промен*`},
	{"el tr", `αντικατ*|αλλαξ*|αλλαχ*|degist*`},
	{"ar he fa hi", `استبد*|تغيير*|تبديل*|החלפנו|הוחלף|שונה|जगह|बदल*`},
	{"vi id ms", `thay*|doi|diganti*|mengganti*|ditukar*|diubah*`},
	{"ja", `変更|置き換|差し替|切り替`},
	{"ko", `변경|교체|대체|바뀌`},
	{"zh", `取代|替换为|替換為|代替|更换为|更換為|换成|換成|改为|改為|变更为|變更為|更新为|替换|替換|更换|更換`},
}
