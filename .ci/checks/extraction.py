"""Codes and links of mails: live codes alone, edges of inline elements, telephone numbers."""

from harness import *

DEAD = [  # text, the codes that still work
    ("Your old code 118822 no longer works.\nYour new code is 554433.", ["554433"]),
    ("The code 118822 has expired. Use 554433 instead to sign in.", ["554433"]),
    ("Verification code: 554433\n\nIt replaces 118822, which is not valid any more.", ["554433"]),
    ("We've sent you a new code because the previous one (118822) expired.\n\n554433\n\nEnter it within 10 minutes.", ["554433"]),
    ("Code 118822 was already used. Here is a fresh one: 554433", ["554433"]),
    ("Please ignore the earlier code 118822.\nYour current security code is 554433.", ["554433"]),
    ("Your one-time passcode is 554433. The code we sent before, 118822, has been cancelled.", ["554433"]),
    ("Do not use 118822 any longer. Your login code: 554433", ["554433"]),
    ("Your code 118822 has been revoked for your safety. Request another one in the app.", []),
    ("The code 118822 is out of date.", []),
    ("Ihr alter Code 118822 ist abgelaufen. Ihr neuer Code lautet 554433.", ["554433"]),
    ("Der Code 118822 ist nicht mehr gültig. Bitte verwenden Sie 554433 als Bestätigungscode.", ["554433"]),
    ("Votre ancien code 118822 a expiré. Votre nouveau code est 554433.", ["554433"]),
    ("Le code 118822 n'est plus valable. Nouveau code de connexion : 554433", ["554433"]),
    ("Tu código anterior 118822 ha caducado. Tu nuevo código es 554433.", ["554433"]),
    ("Il vecchio codice 118822 è scaduto. Il tuo nuovo codice è 554433.", ["554433"]),
    ("O código antigo 118822 expirou. Seu novo código é 554433.", ["554433"]),
    ("Je oude code 118822 is verlopen. Je nieuwe code is 554433.", ["554433"]),
    ("Twój stary kod 118822 wygasł. Twój nowy kod to 554433.", ["554433"]),
    ("Din gamla kod 118822 har gått ut. Din nya kod är 554433.", ["554433"]),
    ("Старый код 118822 больше не действует. Ваш новый код: 554433", ["554433"]),
]

# Mails with one code that works, 554433, and one that is said to be dead.
ONE_WORKS = [
    'Codes: 118822 (old), 554433 (new). Sign in with the new one.',
    'Your login code changed from 118822 to 554433.',
    'Your code 118822 timed out. New code: 554433',
    'We replaced your code 118822 with 554433.',
    'Verification code 118822 is void; use 554433.',
    "The verification code we sent earlier today (118822) won't work. Your verification code is 554433.",
    'Sorry, our last mail had the wrong code, 118822. The right code is 554433.',
    'The code in our last email, 118822, was wrong. Please use 554433.',
    'Scrap 118822. Your code is 554433.',
    '118822 has been superseded by 554433. Enter it to verify your email.',
    'Your code has been updated.\nOld code: 118822\nNew code: 554433',
    'Previous code: 118822\nCurrent code: 554433',
    'Expired: 118822\nActive: 554433\nEnter your active code to log in.',
    'Code 118822 was blocked after too many attempts. Your new code: 554433',
    'Der Code 118822 wurde bereits verwendet. Ihr neuer Code: 554433',
    'Der bisherige Code 118822 wurde durch 554433 ersetzt.',
    'Ihr Code 118822 ist ungültig. Ihr Anmeldecode: 554433',
    'Le code 118822 a déjà été utilisé. Votre code : 554433',
    'Le code 118822 est remplacé par 554433.',
    'Votre code 118822 a été annulé. Code de vérification : 554433',
    'El código 118822 ya fue utilizado. Tu código de verificación es 554433.',
    'El código 118822 ha sido reemplazado por 554433.',
    'Il codice 118822 è già stato utilizzato. Codice di verifica: 554433',
    'Il codice 118822 non è più valido. Il codice è 554433.',
    'O código 118822 já foi usado. Código de verificação: 554433',
    'O código 118822 não é mais válido. Use 554433 para entrar.',
    'De code 118822 is al gebruikt. Je verificatiecode is 554433.',
    'Code 118822 werkt niet meer. Je code is 554433.',
    'Kod 118822 został już użyty. Twój kod weryfikacyjny: 554433',
    'Kod 118822 jest nieważny. Kod: 554433',
    'Koden 118822 gäller inte längre. Din kod är 554433.',
    'Koden 118822 er udløbet. Din kode er 554433.',
    'Koodi 118822 on vanhentunut. Uusi koodisi on 554433.',
    'Kód 118822 již neplatí. Váš kód je 554433.',
    'A 118822 kód lejárt. Az új kódja: 554433',
    'Codul 118822 a expirat. Codul dvs. nou este 554433.',
    '118822 kodunun süresi doldu. Yeni kodunuz: 554433',
    'Ο κωδικός 118822 έληξε. Ο νέος κωδικός σας είναι 554433.',
    'Код 118822 уже использован. Ваш код: 554433',
    'Код 118822 недействителен. Новый код подтверждения: 554433',
    'コード118822は期限切れです。新しい認証コードは554433です。',
    '验证码118822已过期,您的新验证码是554433。',
    '인증번호 118822는 만료되었습니다. 새 인증번호는 554433입니다.',
]

# Mails whose only code, 554433, works, whatever they say of its end and of others.
ALIVE = [
    'Your code is 554433. This code can be used only once.',
    '554433 is your code. It was requested from a new device; old devices stay signed in.',
    'Your code is 554433 and will be replaced when you request a new one.',
    'Your code: 554433\nPrevious codes are no longer valid.',
    'Your code: 554433. It is not valid after 12:00.',
    'Your verification code is 554433. Never used this service? Ignore this mail.',
    'Use code 554433 before it expires.',
    'Enter 554433 to replace your old password.',
    'Your new code is 554433, the old one has been cancelled.',
    'The code 554433 is valid for 5 minutes, after which it has expired.',
    'Ihr Code lautet 554433. Er ist 10 Minuten gültig und kann nur einmal verwendet werden.',
    'Ihr Code: 554433. Ältere Codes sind nicht mehr gültig.',
    'Votre code est 554433. Il expire dans 10 minutes. Les anciens codes ne sont plus valables.',
    'Tu código es 554433. Caduca en 10 minutos.',
    'Il tuo codice è 554433. I codici precedenti non sono più validi.',
    'Seu código é 554433. Expira em 10 minutos.',
    'Uw code is 554433. Deze verloopt over 10 minuten.',
    'Twój kod to 554433. Wygasa za 10 minut.',
    'Ваш код: 554433. Он истекает через 10 минут.',
    '認証コード: 554433（有効期限は10分です）',
    '您的验证码是554433,10分钟后失效。',
    '인증번호는 554433 입니다. 10분 후 만료됩니다.',
    'Doğrulama kodunuz 554433. 10 dakika içinde geçerliliğini yitirir.',
    'رمز التحقق الخاص بك هو 554433 وتنتهي صلاحيته خلال 10 دقائق',
    'You asked for a code because your old one expired: 554433',
    'We noticed your last code was never used. Your code is 554433.',
    'Someone tried an expired code on your account. Your new code is 554433.',
    'Your account was used from Berlin. Code: 554433',
    'Forgot your old password? Your reset code is 554433',
]

# The same in HTML.
ALIVE_HTML = [
    '<p>Your code is <b>55</b><b>44</b><b>33</b></p>',
    '<p>Your code is 55<wbr>44<wbr>33</p>',
    '<p>Your code is 554&nbsp;433</p>',
    '<p>Your code is <code>554433</code>and it expires</p>',
    '<p>Your code is <kbd>554433</kbd>enter it</p>',
    '<p>Your code is <u>5</u><u>5</u><u>4</u><u>4</u><u>3</u><u>3</u></p>',
    '<p>Your code is<br>554433<br>valid 10 minutes</p>',
    '<p>Your code is<!-- x -->554433<!-- y -->valid</p>',
    "<p>Code:<span style='letter-spacing:4px'>554433</span>(10 min)</p>",
    '<p>Your code is 55&shy;44&shy;33</p>',
    '<p>Your code is&#8203;554433&#8203;today</p>',
    '<div>Your code</div><div><span>5</span> <span>5</span> <span>4</span> <span>4</span> <span>3</span> <span>3</span></div>',
    '<p>Votre code est<b>554433</b>et expire</p>',
    '<p>Tu código es<strong>554433</strong>y caduca</p>',
    '<p>Il tuo codice è<strong>554433</strong>valido</p>',
    '<p>Ваш код<b>554433</b>действует 10 минут</p>',
    '<p>认证码<b>554433</b>请勿告诉他人</p>',
    '<p>認証コードは<b>554433</b>です</p>',
    '<p>인증번호<b>554433</b>를 입력하세요</p>',
    '<p>Your code<sup>*</sup> is <b>554433</b><sup>1</sup></p>',
    '<ul><li>Code</li><li>554433</li></ul>',
    "<p>Your code: <input value='554433'> <b>554433</b></p>",
    '<p>Your code is <b>554433</b><b>2026</b></p>',
    '<p><label>Verification code</label><output>554433</output></p>',
    '<p>OTP<i>554433</i>OTP</p>',
    '<p>Your sign-in code is <abbr>554433</abbr>keep it secret</p>',
    '<p>Use<ins>554433</ins>not<del>118822</del>as your code</p>',
    '<p>Your code is <strike>118822</strike> <b>554433</b></p>',
    "<p>Your code is <span style='text-decoration:line-through'>118822</span> <b>554433</b></p>",
]

CALLS = [  # words for "call us", each with a number that looks like a code
    'Rufen Sie uns an: 901820',
    'Appelez-nous au 3949',
    'Appelez-nous : 0 805 112',
    'Llámanos: 900112',
    'Chiamaci: 800112',
    'Ligue já: 808200',
    'Bel ons: 1400',
    'Zadzwoń: 801112',
    'Ring oss: 770112',
    'Soita: 098112',
    'Zavolejte: 800112',
    'Hívjon: 801112',
    'Sunați: 021445',
    'Bizi arayın: 444112',
    'Καλέστε: 210445',
    'Звоните: 495445',
    'お電話：0120445566',
    '电话:400112',
    '전화: 15881122',
    'Telepon: 021445',
    'Gọi: 19001122',
    'Hotline 112233',
    'Helpline: 445566',
    'Support line 445566',
    'Phone 445566',
    'Tel. 445566',
    'Fon: 445566',
    'Tél. : 445566',
    'Tfno. 445566',
    'Telefono 445566',
    'Telefone 445566',
    'Telefoon 445566',
    'Puhelin 445566',
    'Telefon: 445566',
    'Тел. 445566',
    'Fax 445566',
    'WhatsApp 445566',
    'Text STOP to 445566',
    'SMS senden an 445566',
    'Dial 445566',
    'Ring us: 445566',
    'Give us a ring on 445566',
    'Reach us by phone on 445566',
    'Kundenservice: 445566',
    'Service client 445566',
    'Poziv: 080112',
    'Nazovite nas: 080112',
    'Pokličite nas: 080112',
    'Helistage meile: 6401122',
    'Zvaniet mums: 670112',
    'Skambinkite mums: 870112',
    'Обадете се: 070112',
    'Позвонить: 445566',
    'Зателефонуйте: 445566',
    'Deixe-nos uma chamada: 445566',
    "Truque'ns al 900112",
    'Deitu 900112',
    'Hringdu í 445566',
]

PHONES = [  # the words around a telephone number, in a mail with the code 739215 and in one without
    "Questions? Call us on 0800 112 445", "Fragen? Rufen Sie uns an: 030 901820", "Rufen Sie uns unter 0221 445566 an",
    "Des questions ? Appelez-nous au 01 44 55 66", "Appelez le 0805 112 233", "¿Dudas? Llámanos al 900 112 233", "Llame al 912 445 566",
    "Domande? Chiamaci al 800 112 233", "Chiamate il numero 06 445566", "Dúvidas? Ligue para 800 445 566", "Ligue-nos: 210 445 566",
    "Vragen? Bel ons op 020 445566", "Bel 0900 1122", "Pytania? Zadzwoń do nas: 22 445 56 67", "Zadzwoń pod numer 801 112 233",
    "Frågor? Ring oss på 08 445 566", "Spørgsmål? Ring til os på 70 11 22 33", "Spørsmål? Ring oss på 22 44 55 66", "Kysyttävää? Soita meille 09 445566",
    "Máte dotaz? Zavolejte nám na 222 445 566", "Kérdése van? Hívjon minket: 1 445 566", "Aveți întrebări? Sunați-ne la 021 445 566",
    "Sorularınız mı var? Bizi arayın: 0212 445 566", "Ερωτήσεις; Καλέστε μας στο 210 445566", "Вопросы? Позвоните нам: 495 445566",
    "Питання? Зателефонуйте нам: 044 445566", "ご不明な点はお電話ください 0120 445566", "お問い合わせ電話番号 03-4455-6677", "如有疑问请致电 400 112 233",
    "문의 전화: 1588 1122", "Ada pertanyaan? Hubungi kami di 021 445566", "Có câu hỏi? Gọi cho chúng tôi 1900 1122", "הטלפון שלנו: 03 445566",
    "اتصل بنا على 920 112 233",
]

SPLIT = [  # HTML, codes
    ("<p>Your code is<b>739215</b>valid for 10 minutes</p>", ["739215"]),
    ("<p>code<em>739215</em>valid</p>", ["739215"]),
    ("<p>Your verification code:<strong>739215</strong>It expires soon.</p>", ["739215"]),
    ("<p>Your code is <span>7</span><span>3</span><span>9</span><span>2</span><span>1</span><span>5</span></p>", ["739215"]),
    ("<p>Your code: <b>739</b><b>215</b></p>", ["739215"]),
    ("<p>Your code: <span>739</span> <span>215</span></p>", ["739215"]),
    ("<p>Sign-in code<a>739215</a>do not share it</p>", ["739215"]),
    ("<p>Enter<mark>739215</mark>to confirm your e-mail address</p>", ["739215"]),
    ("<p>Your one-time code is<font size=6>739215</font>.</p>", ["739215"]),
    ("<p>Dein Code lautet<strong>739215</strong>und gilt 10 Minuten</p>", ["739215"]),
    ("<p>Your code is <i>AB</i><i>12</i>-<i>CD34</i></p>", ["AB12-CD34"]),
    ("<table><tr><td>7</td><td>3</td><td>9</td><td>2</td><td>1</td><td>5</td></tr></table><p>Enter this code to sign in.</p>", ["739215"]),
    ("<div>Your login code</div><div style='font-size:32px'>739215</div><div>2026 Ours Inc, 10115 Berlin</div>", ["739215"]),
]

TRAPS = [
    "Your order 739215 has left our warehouse on 2026-01-05.", "Invoice no. 20260105 over 1299.00 EUR is attached.", "Copyright 2026 Ours Inc. All rights reserved.",
    "Use promo code SAVE2026 for 20% off.", "Our ZIP code is 90210.", "Tracking number 00340434161094021501", "Ticket #739215 was closed.", "Error code 500123: try again.",
    "Meeting room 4711 at 10:30 on 05.01.2026.", "The colour is #739215.", "Your IBAN DE89370400440532013000", "Card ending in 4242", "Version 739215 of the app", "",
]


@group
def dead_codes():
    w = World()
    for text, codes in DEAD:
        a = w.post("/extract", {"text": text})
        eq(a.sent, a.json.get("codes"), codes)
    for text in ONE_WORKS + ALIVE:
        a = w.post("/extract", {"text": text})
        eq(a.sent, a.json.get("codes"), ["554433"])
    a = w.post("/extract", {"html": "<p>Your code <s>118822</s> is now <b>554433</b></p>"})
    eq(a.sent, a.json["codes"], ["554433"])


@group
def telephone_numbers():
    w = World()
    for words in PHONES + CALLS:
        a = w.post("/extract", {"text": f"Your verification code is 739215.\n\n{words}\n"})
        eq(a.sent, a.json["codes"], ["739215"])
        a = w.post("/extract", {"text": f"Hello Anna,\n\nyour parcel has left.\n\n{words}\n"})
        eq(a.sent, a.json["codes"], [])


@group
def inline_elements():
    w = World()
    for html, codes in SPLIT:
        a = w.post("/extract", {"html": html})
        eq(a.sent, a.json["codes"], codes)
    for html in ALIVE_HTML:
        a = w.post("/extract", {"html": html})
        eq(a.sent, a.json["codes"], ["554433"])


@group
def no_codes():
    w = World()
    for text in TRAPS:
        a = w.post("/extract", {"text": text})
        eq(a.sent, (a.status, a.json["codes"], a.json["magic_links"]), (200, [], []))
    a = w.post("/extract", {})
    eq("extract {}", (a.status, a.json["codes"], a.json["magic_links"]), (200, [], []))
    for body in ({"text": 5}, {"html": []}, {"texts": "x"}, [], "text"):
        w.refuse(w.post("/extract", body), 400)


@group
def links():
    w = World()
    for html, found in ((
            '<a href="https://app.test/verify?t=abc&amp;u=1">Verify your email</a> <a href="https://app.test/unsubscribe?u=1">Unsubscribe</a>', ["https://app.test/verify?t=abc&u=1"]),
            ('<a href="https://app.test/">Home</a><a href="https://app.test/help">Help</a>', []),
            ('<a href="https://click.esp.test/c/eJwVzLEKgzAQgOF3uT0H">Confirm your account</a>', ["https://click.esp.test/c/eJwVzLEKgzAQgOF3uT0H"]),
            ('<a href="javascript:alert(1)">Sign in</a><a href="ftp://app.test/login">Sign in</a>', []),
            ('<a href="https://app.test/login?token=8f3a9c1d7e5b">Sign in</a><a href="https://app.test/login?token=8f3a9c1d7e5b">Sign in</a>', ["https://app.test/login?token=8f3a9c1d7e5b"]),
            ('<p><a href="https://app.test/not-me?t=9">This was not me</a></p><p><a href="http://localhost:3000/reset/8f3a9c1d7e5b">Reset your password</a></p>', ["http://localhost:3000/reset/8f3a9c1d7e5b"])):
        a = w.post("/extract", {"html": html})
        eq(a.sent, a.json["magic_links"], found)
    a = w.post("/extract", {"text": "Confirm your address (https://app.test/confirm/abc123).\nBye"})
    eq(a.sent, a.json["magic_links"], ["https://app.test/confirm/abc123"])
    for html, text in (('see <a href="https://x.test/a">one</a> <b>two</b>', "see one two"), ('<a href="https://x.test/a">one</a> <a href="https://x.test/b">two</a>', "one two"), ("<b>one</b> <i>two</i>", "one two")):
        a = w.post("/extract", {"html": html})
        eq(a.sent + ": text", a.json["text"].strip(), text)
    w.login()
    w.must(w.post("/send", {"from": "shop@x.test", "to": ["app@ours.test"], "subject": "Your code", "text": "Your code is 739215.\n\nOr sign in: https://x.test/magic?t=1"}))
    a = w.get("/wait?to=app@ours.test&existing=true&timeout=1s")
    eq("wait: codes, magic_links", (a["codes"], a["magic_links"]), (["739215"], ["https://x.test/magic?t=1"]))
    keys("wait: reasons beside them", a.json, "reasons", "text", "message_id")
