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
    a = w.post("/extract", {"html": "<p>Your code <s>118822</s> is now <b>554433</b></p>"})
    eq(a.sent, a.json["codes"], ["554433"])


@group
def telephone_numbers():
    w = World()
    for words in PHONES:
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
